/** Runs a mechanism many times on neighbouring inputs and asks whether what is seen can be squared with what is claimed. */
package io.sordino.audit;
