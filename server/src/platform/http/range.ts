import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the requested range of a file, null for the whole file, or 'unsatisfiable'. The server refuses several ranges at
 * once: no player sends them, and a thousand overlapping ranges cost more than the file.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  size: number,
  etag: string,
): { start: number; end: number } | null | 'unsatisfiable' {
  const { range } = headers;
  const condition = headers['if-range'];
  if (!range?.startsWith('bytes=') || (condition !== undefined && condition !== etag)) return null;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return 'unsatisfiable';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start > end ? 'unsatisfiable' : { start, end };
}
