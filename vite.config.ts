import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json)$/;

/** Writes a .br and a .gz next to every file that shrinks. The bff then compresses no files. */
function precompress(): Plugin {
  const compressAll = (folder: string): void => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!compressible.test(name)) continue;
      const content = readFileSync(join(folder, name));
      const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      const packed = { br: brotliCompressSync(content, { params: size }), gz: gzipSync(content, { level: 9 }) };
      for (const [suffix, bytes] of Object.entries(packed)) {
        if (bytes.length < content.length) writeFileSync(join(folder, `${name}.${suffix}`), bytes);
      }
    }
  };
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    writeBundle: ({ dir }) => void (dir && compressAll(dir)),
  };
}

type Module = { isEntry: boolean; importers: readonly string[] } | null;
type GetModule = (id: string) => Module;

/** Returns whether a root imports a module statically, directly or through other modules. */
function isImportedBy(
  isRoot: (id: string, module: Module) => boolean,
  id: string,
  getModule: GetModule,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = getModule(id);
  if (isRoot(id, module)) return true;
  return module?.importers.some(importer => isImportedBy(isRoot, importer, getModule, seen)) ?? false;
}

/** The chunks and their root modules. A module is in the first chunk that needs it. */
const chunks: readonly [name: string, isRoot: (id: string, module: Module) => boolean][] = [
  ['main', (_id, module) => module?.isEntry === true],
  ['app', id => id.endsWith('/web/app/start-app.tsx')],
  // The composer sends messages through the outbox.
  ['ticket', id => /\/web\/(tickets\/ticket\.tsx|messages\/outbox\/start-outbox\.ts)$/.test(id)],
  ['highlighted', id => id.endsWith('/web/markdown/highlighted.tsx')],
  // The mail parser is large and stays in a separate chunk.
  ['later', id => !id.endsWith('/web/mail/read-source.ts')],
];

/**
 * Makes few, large chunks, because each chunk costs a request. By default every dialog and every module that two chunks
 * share would be a chunk, which would cost sixty requests. Packages follow the modules that import them.
 */
const chunkGroups = chunks.map(([name, isRoot], index) => ({
  name: (id: string, graph: { getModuleInfo: GetModule }): string | null =>
    !id.includes('node_modules') && isImportedBy(isRoot, id, each => graph.getModuleInfo(each)) ? name : null,
  debugName: name,
  priority: chunks.length - index,
}));

const beforePaint = 'before-paint.js';

/**
 * Gives `before-paint.js` a file name with a content hash. Vite does not process this classic script. Also adds an
 * attribute with the files of the ticket chunk to its script tag.
 */
function nameBeforePaint(): Plugin {
  return {
    name: 'name-before-paint',
    apply: 'build',
    buildStart() {
      const source = readFileSync(join(import.meta.dirname, 'web', beforePaint), 'utf8');
      this.emitFile({ type: 'asset', name: beforePaint, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle = {} }) => {
        const files = Object.values(bundle);
        const asset = files.find(({ name }) => name === beforePaint);
        const ticket = files
          .map(({ fileName }) => `/${fileName}`)
          .filter(file => /\/ticket-[\w-]+\.(js|css)$/.test(file));
        return page.replace(`src="/${beforePaint}"`, `src="/${asset?.fileName}" data-ticket="${ticket.join(' ')}"`);
      },
    },
  };
}

/** Files that the first render needs. They are the chunk of `start-app.tsx`, its style sheet and the font Inter. */
const preloads = [
  [/\/app-[\w-]+\.js$/, { rel: 'modulepreload' }],
  [/\/app-[\w-]+\.css$/, { rel: 'stylesheet' }],
  [/\/inter-latin-wght-normal-[\w-]+\.woff2$/, { rel: 'preload', as: 'font', type: 'font/woff2' }],
] as const;

/** Adds tags to the page that load these files from the start. */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) => {
        const files = Object.values(bundle).map(({ fileName }) => `/${fileName}`);
        return preloads.flatMap(([pattern, attrs]) =>
          files
            .filter(file => pattern.test(file))
            .map(href => ({ tag: 'link', attrs: { ...attrs, crossorigin: true, href }, injectTo: 'head' as const })),
        );
      },
    },
  };
}

/**
 * Paths that the development server forwards to the bff. Strict patterns, since the web app's sources have similar paths:
 * /session/session-gate.tsx.
 */
const bffPaths = ['^/(session|login|auth|logout)(\\?|$)', '^/api/', '^/files/(attachments|mails)/'];

export default defineConfig(() => {
  const bffUrl = process.env['BFF_URL'] ?? 'http://localhost:3000';
  return {
    root: join(import.meta.dirname, 'web'),
    plugins: [react(), nameBeforePaint(), preloadApp(), precompress()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2024',
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
    },
    server: {
      proxy: Object.fromEntries(bffPaths.map(path => [path, { target: bffUrl }])),
      fs: { allow: [import.meta.dirname] },
    },
  };
});
