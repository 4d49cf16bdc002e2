/** What runs on data: each release owns the plan that it is accounted for by. */
package io.sordino.engine;
