import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json)$/;

/** Writes a .br and a .gz next to every file that shrinks, so that no request has to compress. */
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

/** Returns whether the entry imports a module, directly or indirectly, and not only on demand. */
function isInitial(id: string, getModule: (id: string) => Module, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = getModule(id);
  return module !== null && (module.isEntry || module.importers.some(importer => isInitial(importer, getModule, seen)));
}

/**
 * Puts all our modules that the ticket list needs into one chunk. By default the build splits off every module that a
 * lazy chunk needs too, which costs thirty requests.
 */
const nameInitialChunk = (id: string, graph: { getModuleInfo: (id: string) => Module }): string | null =>
  !id.includes('node_modules') && isInitial(id, each => graph.getModuleInfo(each)) ? 'desk' : null;

const early = 'before-paint.js';

/** Gives the classic script, which Vite does not process, a file name with a content hash. */
function nameEarlyScript(): Plugin {
  return {
    name: 'name-early-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(join(import.meta.dirname, 'web', early), 'utf8');
      this.emitFile({ type: 'asset', name: early, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle = {} }) => {
        const asset = Object.values(bundle).find(({ name }) => name === early);
        return page.replace(`/${early}`, `/${asset?.fileName}`);
      },
    },
  };
}

/** Paths that the bff handles. Strict patterns, since the web app's sources have similar paths: /session/session-gate.tsx. */
const bffPaths = ['^/(session|login|auth|logout)(\\?|$)', '^/api/'];

export default defineConfig(() => {
  const bffUrl = process.env['BFF_URL'] ?? 'http://localhost:3000';
  return {
    root: join(import.meta.dirname, 'web'),
    plugins: [react(), nameEarlyScript(), precompress()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2024',
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: nameInitialChunk, debugName: 'initial' }] } } },
    },
    server: {
      proxy: Object.fromEntries(bffPaths.map(path => [path, { target: bffUrl }])),
      fs: { allow: [import.meta.dirname] },
    },
  };
});
