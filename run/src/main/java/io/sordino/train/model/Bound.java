package io.sordino.train.model;

import java.io.Serializable;

/** How far one record can move a sum of gradients: there are two ways to make sure. */
public sealed interface Bound extends Serializable permits Clipping, FeatureNorm {
    /** The largest norm of a record's gradient, without the part of the penalty, which all records share. */
    double gradient(Model model);

    /** By how much a row of this norm is scaled before it is used. */
    double scale(double norm);
}
