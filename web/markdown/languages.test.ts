import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getFileLanguage } from '#contract/file-languages';
import { lowlight } from './languages.ts';

describe('the languages of gists', () => {
  const extensions = [
    'c',
    'cpp',
    'cs',
    'css',
    'diff',
    'go',
    'html',
    'ini',
    'java',
    'js',
    'json',
    'log',
    'md',
    'php',
    'py',
  ];
  const moreExtensions = ['rb', 'rs', 'sh', 'sql', 'toml', 'ts', 'tsx', 'xml', 'yaml'];
  for (const extension of [...extensions, ...moreExtensions]) {
    it(`highlight file.${extension}`, () => {
      const { language } = getFileLanguage(`file.${extension}`);
      assert.ok(language !== null && lowlight.registered(language.toLowerCase()), String(language));
    });
  }
});
