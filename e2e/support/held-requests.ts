import type { Page, Route } from '@playwright/test';

/**
 * Holds requests to this URL until the returned function is called. Then they continue, or `answer` answers them, and
 * later requests pass.
 */
export async function holdRequests(
  page: Page,
  url: RegExp,
): Promise<(answer?: (route: Route) => Promise<void>) => void> {
  const released = Promise.withResolvers<(route: Route) => Promise<void>>();
  let isReleased = false;
  await page.route(url, async (route) => {
    if (isReleased) return route.fallback();
    const answer = await released.promise;
    // The page may have cancelled the request meanwhile.
    return answer(route).catch(() => {});
  });
  return (answer = async (route) => route.continue()) => {
    isReleased = true;
    released.resolve(answer);
  };
}
