/** sordino ledger and its commands, and the options with which others charge a budget. */
package io.sordino.cli.ledger;
