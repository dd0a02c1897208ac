import type { SecondFactorMethod } from '@roost/contract/factors';
import type { MemberContext } from '../../kernel/context.ts';
import { findSecondFactorMethods } from '../factors/second-factor.ts';
import { hasPasskey } from '../passkeys/has-passkey.ts';

/** The ways in which the viewer can prove who they are. If an app is in use, a password alone is not enough. */
export async function findProofMethods(
  ctx: MemberContext,
  hasTotp: boolean,
): Promise<('password' | SecondFactorMethod)[]> {
  const { id } = ctx.viewer;
  if (hasTotp) return findSecondFactorMethods(ctx, id);
  return ['password', ...((await hasPasskey(ctx, id)) ? (['passkey'] as const) : [])];
}
