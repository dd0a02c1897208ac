/** Works without the clipboard API too, which plain http does not offer. Rejects if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  box.style.position = 'fixed';
  box.style.opacity = '0';
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  if (!isCopied) throw new Error('copy was refused');
}
