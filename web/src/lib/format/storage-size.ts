import * as words from '#words/lib';
import { inMegabytes } from './megabytes.ts';

const GIGABYTE = 1_073_741_824;

/** 1_288_490_189 → '1.2 GB', in the units of quotas. */
export function storageSize(bytes: number): string {
  if (bytes < GIGABYTE) return inMegabytes(bytes);
  return words.gigabytes({ gigabytes: Math.round((bytes / GIGABYTE) * 10) / 10 });
}
