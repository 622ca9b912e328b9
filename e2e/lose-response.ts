import { type APIResponse, expect, type Page, type Route } from '@playwright/test';

/** Sends a request of a page. The bff requires a header that Playwright omits. */
export const fetchRoute = async (route: Route): Promise<APIResponse> =>
  route.fetch({ headers: { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' } });

/** Loses the response to a page's first request with this method and URL. */
export async function loseResponse(page: Page, method: string, url: string): Promise<void> {
  let isLost = false;
  await page.route(url, async route => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    expect((await fetchRoute(route)).ok()).toBe(true);
    await route.abort();
  });
}
