import type { Context, Viewer } from '../../kernel/context.ts';

/** Finds the person whose session has this token, or null. `auth/` provides it, because the platform is below it. */
export type FindViewer = (
  ctx: Context,
  token: string | undefined,
  address: string,
) => Promise<Viewer | null>;
