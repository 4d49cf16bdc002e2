package io.sordino.engine.sample;

/**
 * What one query said of a secret sample. It has no plan of its own: answers on one sample are accounted for together, by
 * {@link SecretSample#plan}, and an amplified number for one of several cannot be asked for.
 *
 * @param sample which one was looked at
 */
public record Answer<T>(T value, SampleId sample) {}
