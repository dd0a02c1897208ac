import { numberFormat } from '../locale.ts';

const formats = numberFormat({
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
});
const whole = numberFormat();

/** 1234 → '1.2K'. It truncates, so 999,999 does not become a million. */
export function shortCount(count: number): string {
  return formats.format(count);
}

/** 1234 → '1,234'. */
export function fullCount(count: number): string {
  return whole.format(count);
}
