import type { WriteTransaction } from './queries.ts';

type Listener = (topic: string) => void;
type Work<T> = (writes: WriteTransaction) => Promise<T>;

/** Notifies subscribers in this process of the topics of committed transactions. */
export type CommitTopics = {
  /** Calls `listener` with each topic, synchronously after its commit. @returns a function that unsubscribes */
  subscribe(listener: Listener): () => void;
  /** Runs a transaction, and publishes its topics once it has committed. */
  publish<T>(transact: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T>;
};

const topicsByTransaction = new WeakMap<WriteTransaction, Set<string>>();

/** Publishes a topic when this transaction commits. */
export const announce = (writes: WriteTransaction, topic: string): void => {
  topicsByTransaction.get(writes)?.add(topic);
};

export const createCommitTopics = (): CommitTopics => {
  const listeners = new Set<Listener>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async publish(transact, work) {
      let topics = new Set<string>();
      const result = await transact(writes => {
        // The work of a transaction can run several times.
        topics = new Set();
        topicsByTransaction.set(writes, topics);
        return work(writes);
      });
      for (const topic of topics) for (const listener of listeners) listener(topic);
      return result;
    },
  };
};
