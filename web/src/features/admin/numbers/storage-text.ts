import { numberFormat } from '../../../lib/locale.ts';

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000 * MEGABYTE;

const megabytes = numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const gigabytes = numberFormat({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });

/** 2_340_000_000 → '2.3 GB', in the units of disks. */
export function storageText(bytes: number): string {
  return bytes < GIGABYTE ? megabytes.format(bytes / MEGABYTE) : gigabytes.format(bytes / GIGABYTE);
}
