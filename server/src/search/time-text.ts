import { z } from 'zod';

/** A moment as PostgreSQL writes it, kept to the microsecond in cursors. */
export const timeText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+\d\d(:\d\d)?$/);
