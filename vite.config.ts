import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json)$/;

/** Writes a .br and a .gz beside every file of the build that gets smaller by it, so that no request compresses anything. */
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

/** Where a module is in the build's graph. */
type Module = { isEntry: boolean; importers: readonly string[] } | null;

/** Whether a module comes with the first list: the entry imports it, or what the entry imports does. */
function isInitial(id: string, look: (id: string) => Module, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = look(id);
  return module !== null && (module.isEntry || module.importers.some(importer => isInitial(importer, look, seen)));
}

/**
 * All of ours that the first list needs comes in one file. Left to itself the build makes a file of each module that
 * something on demand needs too: thirty requests.
 */
const nameInitialChunk = (id: string, graph: { getModuleInfo: (id: string) => Module }): string | null =>
  !id.includes('node_modules') && isInitial(id, each => graph.getModuleInfo(each)) ? 'desk' : null;

const early = 'before-paint.js';

/** Gives the classic script, which Vite leaves as it is, a name after its content like all the others. */
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
        const written = Object.values(bundle).find(({ name }) => name === early);
        return page.replace(`/${early}`, `/${written?.fileName}`);
      },
    },
  };
}

/** What the bff answers itself; the rest is the web app, whose sources also lie under such names: /session/gate.tsx. */
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
