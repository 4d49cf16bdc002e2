/** Linear models: their losses, and what bounds a record's gradient. */
package io.sordino.train.model;
