import { createSecretKeys } from '../secrets/secret-keys.ts';

/** The same key for every process of a test. */
export const testSecretKeys = createSecretKeys({ secretKeys: ['5ec2e75ec2e75ec2'.repeat(4)], dataDir: '' });
