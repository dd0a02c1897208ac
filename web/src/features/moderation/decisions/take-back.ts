import { navigate } from '../../../lib/router/router.tsx';
import { cancelAct, delayedActs, type DelayedAct } from './delayed-acts.ts';

/** Takes back an act that waits, and shows its page again. Otherwise the next key would decide about another case. */
export function takeBack({ key, page }: DelayedAct): void {
  cancelAct(key);
  navigate(page, { replace: true });
}

/** Takes back the newest act that waits. Returns false if nothing waits. */
export function takeBackNewest(): boolean {
  const newest = delayedActs.get().findLast(({ state }) => state === 'waiting');
  if (newest) takeBack(newest);
  return newest !== undefined;
}
