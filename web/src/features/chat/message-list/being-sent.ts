import type { ThreadRow } from './thread-rows.ts';

type Row = Pick<ThreadRow, 'key' | 'status'>;

/** Whether the last row has just started to send. While it is sending, changes of other rows do not count. */
export function isBeingSent(rows: readonly Row[], before: readonly Row[]): boolean {
  const last = rows.at(-1);
  return (
    last?.status === 'sending' &&
    !before.some(({ key, status }) => key === last.key && status === 'sending')
  );
}
