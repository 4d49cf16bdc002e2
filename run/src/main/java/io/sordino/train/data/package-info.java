/** Examples in memory, dense and sparse. */
package io.sordino.train.data;
