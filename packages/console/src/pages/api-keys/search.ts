// What is sent of a search for keys.

/** The first group is what a list shows of a key, too. */
const value = /(svc_[sc]_\w{4})\w*/g;

/**
 * Cuts a key's value, which a teammate may have pasted, to the beginning that is no secret: what is
 * searched for is part of an address, and addresses are written down wherever they pass.
 */
export const searchOf = (typed: string) => typed.trim().replaceAll(value, '$1');
