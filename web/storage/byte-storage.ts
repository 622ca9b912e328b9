/** Identifies stored bytes by person and key. */
type ByteKey = { personId: string; key: string };

type Stored = { bytes: Blob; storedAt: number };
type Entry = ByteKey & { storedAt: number };

type Backend = {
  get: (key: ByteKey) => Promise<Stored | undefined>;
  put: (key: ByteKey, stored: Stored) => Promise<void>;
  remove: (key: ByteKey) => Promise<void>;
  list: (personId: string) => Promise<readonly Entry[]>;
};

/** Stores bytes in the browser, or in memory if its storage is full or blocked. */
export type ByteStorage = {
  get: (key: ByteKey) => Promise<Blob | null>;
  /** The bytes can be read immediately. Resolves to whether they are still stored after the page is closed. */
  put: (key: ByteKey, bytes: Blob) => Promise<boolean>;
  remove: (key: ByteKey) => Promise<void>;
  /** Lists the keys of bytes that were stored before a time, in milliseconds since 1970. */
  listBefore: (personId: string, time: number) => Promise<readonly string[]>;
};

/**
 * Creates a byte storage over a browser storage that may be full or blocked.
 *
 * @param open opens the browser storage; rejects if it is blocked
 * @param now returns the current time, in milliseconds since 1970
 */
export function createByteStorage(open: () => Promise<Backend>, now: () => number): ByteStorage {
  const inMemory = new Map<string, Blob>();
  const join = ({ personId, key }: ByteKey): string => `${personId} ${key}`;

  async function attempt<Result>(work: (backend: Backend) => Promise<Result>, defaultResult: Result): Promise<Result> {
    try {
      return await work(await open());
    } catch {
      return defaultResult;
    }
  }

  return {
    get: async key => inMemory.get(join(key)) ?? (await attempt(backend => backend.get(key), undefined))?.bytes ?? null,
    put: async (key, bytes) => {
      inMemory.set(join(key), bytes);
      const isStored = await attempt(async backend => {
        await backend.put(key, { bytes, storedAt: now() });
        return true;
      }, false);
      if (isStored) inMemory.delete(join(key));
      return isStored;
    },
    remove: async key => {
      inMemory.delete(join(key));
      await attempt(backend => backend.remove(key), undefined);
    },
    listBefore: (personId, time) =>
      attempt(
        async backend => (await backend.list(personId)).filter(({ storedAt }) => storedAt < time).map(({ key }) => key),
        [],
      ),
  };
}

const storeName = 'files';

/** Opens the browser's database: records of bytes by person and key. */
function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('stardesk', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return toPromise(request);
}

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves once a write is on disk. On a full disk, a transaction may abort after its request has succeeded. */
const commit = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/** Returns a function that opens the database once. Opens it again after a failure, or if the browser closed it. */
function createOpener(): () => Promise<Backend> {
  let opened: Promise<Backend> | null = null;
  const reset = (): void => {
    opened = null;
  };
  return () => {
    opened ??= openDatabase().then(database => {
      database.onclose = reset;
      return createBackend(database);
    });
    opened.catch(reset);
    return opened;
  };
}

function createBackend(database: IDBDatabase): Backend {
  const read = () => database.transaction(storeName).objectStore(storeName);
  const write = async (change: (store: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction(storeName, 'readwrite');
    const committed = commit(transaction);
    change(transaction.objectStore(storeName));
    await committed;
  };
  const toPath = ({ personId, key }: ByteKey): [string, string] => [personId, key];
  return {
    get: key => toPromise<Stored | undefined>(read().get(toPath(key))),
    put: (key, stored) => write(store => store.put(stored, toPath(key))),
    remove: key => write(store => store.delete(toPath(key))),
    list: async personId => {
      const range = IDBKeyRange.bound([personId], [personId, []]);
      const store = read();
      const [keys, records] = await Promise.all([
        toPromise<IDBValidKey[]>(store.getAllKeys(range)),
        toPromise<Stored[]>(store.getAll(range)),
      ]);
      return keys.map((key, index) => ({
        personId,
        key: Array.isArray(key) ? String(key[1]) : '',
        storedAt: records[index]?.storedAt ?? 0,
      }));
    },
  };
}

/** Storage of this browser, shared by all its users. */
export const byteStorage: ByteStorage = createByteStorage(createOpener(), Date.now);
