/**
 * What a device needs to take part in a campaign: exact local randomizers, answers that are kept, a budget, and sealed reports of one length.
 * Depends on nothing, and on nothing of the platform that Android lacks since API 26.
 */
package io.sordino.client;
