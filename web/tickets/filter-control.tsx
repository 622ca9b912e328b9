import { priorities, states } from '#contract/vocabulary';
import { useAssignable } from '../people/use-people.ts';
import { Popup } from '../ui/popup.tsx';
import type { TicketFilter } from './filter.ts';
import chips from './filter-chips.module.css';
import css from './filter-control.module.css';
import { useChangeFilter } from './use-change-filter.ts';
import { type Look, priorityLooks, stateLooks } from './words.ts';

type Change = ReturnType<typeof useChangeFilter>;

/** Adds conditions to the list. Each takes effect as it is chosen. */
export function FilterControl({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  return (
    <Popup label="Filter" button="+ Filter" buttonClass={chips.add} width={300}>
      {() => (
        <div className={css.form}>
          <Words title="State" name="state" words={states} looks={stateLooks} filter={filter} change={change} />
          <Words
            title="Priority"
            name="priority"
            words={priorities.toReversed()}
            looks={priorityLooks}
            filter={filter}
            change={change}
          />
          <AssigneeCondition filter={filter} change={change} />
          <TagCondition key={filter.tag} filter={filter} change={change} />
          <label className={css.check}>
            <input
              type="checkbox"
              checked={filter.awaiting_reply === 'true'}
              onChange={event => change({ awaiting_reply: event.target.checked ? 'true' : undefined })}
            />
            Awaiting our reply
          </label>
        </div>
      )}
    </Popup>
  );
}

type WordsProps<Word extends string> = {
  title: string;
  name: 'state' | 'priority';
  words: readonly Word[];
  looks: Readonly<Record<Word, Look>>;
  filter: TicketFilter;
  change: Change;
};

/** A condition that takes one word or several. */
function Words<Word extends string>({ title, name, words, looks, filter, change }: WordsProps<Word>) {
  const chosen = new Set(filter[name]?.split(','));
  const toggle = (word: Word): void => {
    const next = words.filter(other => (other === word ? !chosen.has(other) : chosen.has(other)));
    change({ [name]: next.length > 0 ? next.join(',') : undefined });
  };
  return (
    <fieldset className={css.words}>
      <legend className="field-label">{title}</legend>
      {words.map(word => (
        <label key={word} className={css.check}>
          <input type="checkbox" checked={chosen.has(word)} onChange={() => toggle(word)} />
          {looks[word].label}
        </label>
      ))}
    </fieldset>
  );
}

function AssigneeCondition({ filter, change }: { filter: TicketFilter; change: Change }) {
  const people = useAssignable();
  return (
    <label className="field">
      <span>Assignee</span>
      <select
        className="input"
        value={filter.assignee_id ?? ''}
        onChange={event => change({ assignee_id: event.target.value || undefined })}
      >
        <option value="">Anyone or nobody</option>
        <option value="me">Me</option>
        <option value="null">Nobody</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function TagCondition({ filter, change }: { filter: TicketFilter; change: Change }) {
  return (
    <form
      className="field"
      onSubmit={event => {
        event.preventDefault();
        const tag = String(new FormData(event.currentTarget).get('tag')).trim().toLowerCase();
        change({ tag: tag || undefined });
      }}
    >
      <label className="field">
        <span>Tag</span>
        <input className="input" name="tag" placeholder="billing" defaultValue={filter.tag ?? ''} enterKeyHint="done" />
      </label>
    </form>
  );
}
