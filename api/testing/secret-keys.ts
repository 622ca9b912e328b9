import { createSecretKeys } from '../secrets/secret-keys.ts';

/** SECRET_KEYS of every process of a test. */
export const testSecretKeyText = '5ec2e75ec2e75ec2'.repeat(4);

export const testSecretKeys = createSecretKeys({ secretKeys: [testSecretKeyText], dataDir: '' });
