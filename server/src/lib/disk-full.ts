/** Whether the disk or the user's disk quota is full. A worker passes on only the error's text. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  return /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i.test(
    typeof message === 'string' ? message : '',
  );
}
