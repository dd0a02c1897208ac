import type { Config } from '../../../kernel/config.ts';
import type { Context } from '../../../kernel/context.ts';
import { decodePage } from './decode-page.ts';
import { sendRequest, type AnswerHead } from './send-request.ts';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 8_000;
/** In bytes. The rest of a longer page is not read. */
const MAX_LENGTH = 512 * 1_024;

/** The start of a page of another site. */
export interface FetchedPage {
  /** The address after redirects. */
  url: string;
  html: string;
}

type FetchContext = Pick<Context, 'metrics'> & { config: Pick<Config, 'fetchPages'> };

/** Reads an https page of another site. Returns null if there is no such page in time. Never throws. */
export async function fetchPage(
  { config, metrics }: FetchContext,
  url: string,
): Promise<FetchedPage | null> {
  if (config.fetchPages === 'off') return null;
  const answer = await sendRequest(
    { metrics },
    {
      url,
      reach: config.fetchPages,
      accept: 'text/html,application/xhtml+xml',
      maxRedirects: MAX_REDIRECTS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_LENGTH,
      wantsBody: isPage,
    },
  );
  if (!answer.ok || !isPage(answer)) return null;
  return { url: answer.url, html: decodePage(answer.body, answer.headers['content-type']) };
}

function isPage({ status, headers }: AnswerHead): boolean {
  const type = headers['content-type'] ?? '';
  return status === 200 && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
}
