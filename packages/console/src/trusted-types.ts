// The browser refuses to make markup of strings (Trusted Types), but for what this lets through.

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

/**
 * Mantine and React set the text of `<style>` elements by innerHTML, and nothing else. A text
 * without `<` makes no element wherever it is set: that passes, and any markup is
 * refused.
 */
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
});
