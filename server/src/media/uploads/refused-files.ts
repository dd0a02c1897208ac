import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import type { Upload } from '../../platform/http/uploads/uploads.ts';
import { hasRefused } from '../refused-file.queries.ts';

/** Throws `file_refused` if moderators removed one of these files. */
export async function assertNotRefused(ctx: Context, uploads: readonly Upload[]): Promise<void> {
  const digests = uploads.map(({ digest }) => digest);
  if (digests.length > 0 && (await hasRefused(ctx, digests))) throw new AppError('file_refused');
}
