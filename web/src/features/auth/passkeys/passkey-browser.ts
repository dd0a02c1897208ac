import * as words from '#words/auth';
import { getPasskeyOptions, type Assertion, type Attestation } from '@roost/contract/passkeys';
import { ApiError, call } from '../../../lib/api/api.ts';
import { cancelled } from '../../../lib/api/api-error.ts';

/** The library loads when a person first uses a passkey. */
const load = () => import('@simplewebauthn/browser');

/** Asks the browser for a proof by passkey. Rejects with an `ApiError`, also if the person cancels. */
export async function provePasskey(): Promise<Assertion> {
  const { data } = await call(getPasskeyOptions, {}, { quiet: true });
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: data }).catch(asApiError);
}

/** Asks the browser to make a passkey. `options` come from the server. */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: options as never }).catch(asApiError);
}

/** Browsers give few reasons, so that pages learn nothing about the person. */
function asApiError(error: unknown): never {
  const { name = '' } = error as Partial<Error>;
  if (name === 'NotAllowedError' || name === 'AbortError') throw cancelled();
  if (name === 'InvalidStateError')
    throw new ApiError(words.thisDeviceAlreadyHasAPasskey, { code: 'passkey_exists' });
  throw new ApiError(words.thePasskeyDidNotWork, { code: 'passkey_failed' });
}
