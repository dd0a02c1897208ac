/** Larger than every id. A list that begins before it begins with the newest row. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Smaller than every id. A list that begins after it begins with the oldest row. */
export const MIN_ID = '00000000-0000-0000-0000-000000000000';
