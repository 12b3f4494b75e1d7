// The one form of texts that identify something: people, users, items, transactions.

const plain = /^[!-~]*$/;

/**
 * The form in which an identifier is stored and compared: without white space around it, composed
 * (NFC), and otherwise to the character as it was sent.
 */
export const identifierForm = (text: string): string =>
  plain.test(text) ? text : text.trim().normalize('NFC');
