import { TextDecoder } from 'node:util';

/** A page names its encoding in this many bytes from its start. */
const PRESCAN_BYTES = 1_024;
const IN_TYPE = /\bcharset\s*=\s*["']?([\w:.-]{1,40})/i;
const IN_META = /<meta\b[^>]*\bcharset\s*=\s*["']?([\w:.-]{1,40})/i;

/** Decodes a page by the encoding of its `Content-Type`, or that of its `<meta>`, or as UTF-8. */
export function decodePage(bytes: Uint8Array, contentType = ''): string {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const named = IN_TYPE.exec(contentType) ?? IN_META.exec(start);
  // A character that the limit cut in two is left out.
  return decoderOf(named?.[1]).decode(bytes, { stream: true });
}

function decoderOf(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
