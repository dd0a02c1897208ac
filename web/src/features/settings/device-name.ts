import { parseUserAgent } from '@roost/contract/text/user-agent';
import * as words from '#words/settings';

/** 'Firefox on Linux' from a user agent. An unknown user agent stays unchanged. */
export function deviceName(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  if (browser && system) return words.browserOnSystem({ browser, system });
  return userAgent.trim() || words.unknownDevice;
}
