/** Larger than every id. A list that begins before it begins with the newest row. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
