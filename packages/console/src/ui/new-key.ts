// Keys of what people add in a form, by which it is known while it is renamed and moved.

/** A draft may have keys of an earlier page in it. */
const page = Date.now().toString(36);
let made = 0;

/** A key that no other thing of any page has. */
export const newKey = () => `new ${page}-${made++}`;
