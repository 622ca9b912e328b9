import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { themeStyle } from '#contract/theme';
import { createPublicFile, sendPublicFile } from '../../http/public-file.ts';
import { queryOf } from '../query.ts';

/** The files the pages use, by name. */
const types = { 'pages.css': 'text/css; charset=utf-8', 'star.svg': 'image/svg+xml' } as const;

type AssetName = keyof typeof types;

const read = (name: AssetName, before = '') => {
  const bytes = Buffer.concat([Buffer.from(before), readFileSync(new URL(`assets/${name}`, import.meta.url))]);
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { version, coded: createPublicFile(types[name], bytes) };
};

const files = { 'pages.css': read('pages.css', themeStyle), 'star.svg': read('star.svg') };

const isAsset = (name: string): name is AssetName => Object.hasOwn(files, name);

/**
 * The address of an asset as a page names it: a path, since a page may be read under another name. It changes with the
 * content, so what an upgrade brings shows at once.
 */
export const assetAddress = (publicUrl: string, name: AssetName): string =>
  `${new URL(publicUrl).pathname.replace(/\/$/, '')}/oauth/assets/${name}?v=${files[name].version}`;

/** GET /oauth/assets/{name}. Kept for good only under the version that it has: another process may be a newer one. */
export const assets: RequestHandler = async (request, response, next) => {
  const name = request.path.slice(1);
  if (!isAsset(name) || !['GET', 'HEAD'].includes(request.method)) return next();
  const { version, coded } = files[name];
  const isCurrent = queryOf(request.url) === `v=${version}`;
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  sendPublicFile(request, response, await coded, isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
};
