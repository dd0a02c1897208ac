import type { IncomingHttpHeaders } from 'node:http';

/**
 * The one part of a file that is asked for, null for the whole, or 'unsatisfiable'. Several parts at once are not
 * served: no player asks for them, and a thousand overlapping ones cost more than the file.
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
