// Hands the teammate a file that was made in the browser.

/** How long a browser may take to begin with it. */
const keptMs = 60_000;

/** Saves text under a name; `type` is its media type. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
