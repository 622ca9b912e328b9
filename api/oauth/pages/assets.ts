import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { themeStyle } from '#contract/theme';
import { createPublicFile, sendPublicFile } from '../../http/public-file.ts';
import { getRawQuery } from '../endpoints.ts';

const mediaTypes = {
  'pages.css': 'text/css; charset=utf-8',
  'passkeys.js': 'text/javascript; charset=utf-8',
  'star.svg': 'image/svg+xml',
} as const;

type AssetName = keyof typeof mediaTypes;

const readAsset = (name: AssetName, prefix = '') => {
  const bytes = Buffer.concat([Buffer.from(prefix), readFileSync(new URL(`assets/${name}`, import.meta.url))]);
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { version, file: createPublicFile(mediaTypes[name], bytes) };
};

/** The browser bundle that precedes passkeys.js. */
const passkeyLibrary = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'));

const files = {
  'pages.css': readAsset('pages.css', themeStyle),
  'passkeys.js': readAsset('passkeys.js', `${readFileSync(passkeyLibrary, 'utf8')}\n`),
  'star.svg': readAsset('star.svg'),
};

const isAsset = (name: string): name is AssetName => Object.hasOwn(files, name);

/**
 * Returns the URL path of an asset, without the host. Browsers can reach the page at a different host. The query
 * changes with the content, so browsers load the new version after an upgrade.
 */
export const toAssetPath = (apiPublicUrl: string, name: AssetName): string =>
  `${new URL(apiPublicUrl).pathname.replace(/\/$/, '')}/oauth/assets/${name}?v=${files[name].version}`;

/**
 * GET /oauth/assets/{name}: sends an asset. Only the current version is cached as immutable, because processes of two
 * versions run side by side during an upgrade.
 */
export const serveAssets: RequestHandler = async (request, response, next) => {
  const name = request.path.slice(1);
  if (!isAsset(name) || !['GET', 'HEAD'].includes(request.method)) return next();
  const { version, file } = files[name];
  const isCurrent = getRawQuery(request.url) === `v=${version}`;
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  sendPublicFile(request, response, await file, isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
};
