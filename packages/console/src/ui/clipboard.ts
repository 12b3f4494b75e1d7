// Puts text on the clipboard, also where the browser gives pages without TLS no clipboard.

/** Copies a text; rejects when the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  if (!copyBySelection(text))
    throw new Error('The browser blocked copying. Select the text and copy it.');
}

/**
 * Copies a text that is still being fetched. Some browsers take it within the click alone: they
 * are given the promise.
 */
export async function copyFetched(coming: Promise<string>): Promise<void> {
  if (navigator.clipboard && typeof ClipboardItem !== 'undefined') {
    const blob = coming.then((text) => new Blob([text], { type: 'text/plain' }));
    await Promise.all([
      coming,
      navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]),
    ]);
    return;
  }
  await copyText(await coming);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // A dialog keeps the focus within itself.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
