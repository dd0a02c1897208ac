const HEADER_BYTES = 65_536;

/** Whether a file is an animated picture. A canvas would keep only one frame of it. */
export async function isAnimatedFile(file: File): Promise<boolean> {
  return isAnimatedHeader(
    file.type,
    new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()),
  );
}

/** `start` has the first bytes of the file. */
export function isAnimatedHeader(type: string, start: Uint8Array): boolean {
  if (type === 'image/gif') return true;
  const text = (from: number, to: number) => String.fromCharCode(...start.subarray(from, to));
  if (type === 'image/webp') return text(12, 16) === 'VP8X' && ((start[20] ?? 0) & 2) !== 0;
  if (type === 'image/avif') return text(8, 12) === 'avis';
  return type === 'image/png' && isAnimatedPng(start);
}

/** In an animated PNG, the chunk `acTL` is before the pixels. */
function isAnimatedPng(start: Uint8Array): boolean {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  for (let at = 8; at + 8 <= start.length; at += view.getUint32(at) + 12) {
    const chunk = String.fromCharCode(...start.subarray(at + 4, at + 8));
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}
