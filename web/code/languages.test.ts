import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageOf } from '#contract/languages';
import { lowlight } from './languages.ts';

describe('the languages of gists', () => {
  const endings = [
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
  const more = ['rb', 'rs', 'sh', 'sql', 'toml', 'ts', 'tsx', 'xml', 'yaml'];
  for (const ending of [...endings, ...more]) {
    it(`colour a file.${ending}`, () => {
      const { language } = languageOf(`file.${ending}`);
      assert.ok(language !== null && lowlight.registered(language.toLowerCase()), String(language));
    });
  }
});
