import type { ThreadRow } from './thread-rows.ts';

type Row = Pick<ThreadRow, 'key' | 'mark'>;

/** Whether one has just begun to send what stands last; it may be on its way for long, while others come and go. */
export function isBeingSent(rows: readonly Row[], before: readonly Row[]): boolean {
  const last = rows.at(-1);
  return (
    last?.mark === 'sending' &&
    !before.some(({ key, mark }) => key === last.key && mark === 'sending')
  );
}
