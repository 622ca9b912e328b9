import type { SampleGist } from './sample-gist.ts';

/** What to do when something breaks, and how to hand over. */
export const runbookGists: SampleGist[] = [
  {
    owner: 'jonas',
    age: '75d',
    starredBy: ['jonas', 'mara', 'ines'],
    description: 'Runbook: single sign-on fails for one site',
    files: {
      'sso-outage.md': `
        # Single sign-on fails for one site

        **Signs:** everybody at one place gets \`SAML-04\` or \`SAML-07\`, other places work.

        1. Ask one person to try from a phone *without* the office network.
           - Works: something in their network → step 2.
           - Fails too: their identity provider → step 4.
        2. Read the log of the last hour: \`./saml-log.sh {desk}\`.
        3. \`not_yet_valid\` or \`expired\` with \`skew\` over the limit: their clock is wrong.
           Raise the desk's limit to 180 s, ask them to fix NTP, **lower it again** the day after.
        4. \`unknown_certificate\`: they renewed it. Ask for the new metadata file, never for a certificate by mail alone.
        5. More than one desk: stop here and call the on-call engineer.

        Note the error, the number of people and the workaround on the ticket before you reply.
      `,
      'saml-log.sh': `
        #!/bin/sh
        # The failed single sign-ons of one desk in the last hour, newest last.
        set -eu
        desk="$1"
        since="$(date -u -d '1 hour ago' +%FT%TZ)"
        logs --service accounts --since "$since" \\
          | grep 'saml.consume' | grep "desk=$desk" | grep -v 'result=ok' \\
          | cut -d ' ' -f 1,4-
      `,
      'example.log': `
        08:11:58 saml.consume desk=norte-logistics site=lisboa error=not_yet_valid skew=94s allowed=60s
        08:12:09 saml.consume desk=norte-logistics site=lisboa error=not_yet_valid skew=96s allowed=60s
        08:12:31 saml.consume desk=norte-logistics site=porto result=ok skew=2s
      `,
    },
  },
  {
    owner: 'mara',
    age: '130d',
    starredBy: ['ines'],
    description: 'Checklist: before you escalate',
    files: {
      'escalation.md': `
        Escalate **at once** and fill in the rest later when money moves wrongly, data of one desk shows up in another, or
        nobody in a company can work.

        - [ ] What did they want to do, what happened, what did they expect?
        - [ ] Desk, person, time with time zone, request id from the error page
        - [ ] Does it happen to you in the test desk? In another browser?
        - [ ] How many are affected? (\`invoices.sql\` and the export log help)
        - [ ] What have you promised the customer, and for when?
        - [ ] A workaround, even an ugly one

        One ticket per cause: link the others to it, with the number in a note.
      `,
    },
  },
  {
    owner: 'jonas',
    age: '12d',
    starredBy: ['jonas'],
    description: 'On-call handover, with the form',
    files: {
      'handover.md': `
        # Handover {from} → {to}

        ## Still burning
        - #…: what, since when, who waits for what

        ## Looks calm, keep an eye on it
        - …

        ## Changed this week
        - limits raised (and the day to lower them)
        - reports restarted, queues emptied

        ## Promised
        | Ticket | To whom | What | By |
        | --- | --- | --- | --- |
        |  |  |  |  |
      `,
      'quiet-hours.json': `
        {
          "time_zone": "Europe/Lisbon",
          "weekdays": { "from": "18:30", "to": "08:00" },
          "wake_someone_for": ["payments", "sign-in", "data"],
          "order": ["jonas", "ines", "mara"]
        }
      `,
    },
  },
  {
    owner: 'jonas',
    age: '33d',
    starredBy: [],
    description: 'Log excerpt: an export that was killed for memory, line by line',
    files: {
      'export.log': `
        17:02:11 export.start kind=order_lines desk=nair-spices format=csv worker=w3
        17:02:12 export.count rows=23418
        17:02:49 worker.memory worker=w3 rss=1912MB limit=2048MB
        17:03:04 worker.killed worker=w3 signal=9 reason=oom
        17:03:05 export.requeue attempt=2 worker=w1
        17:03:58 worker.killed worker=w1 signal=9 reason=oom
        17:03:59 export.parked attempts=2
      `,
      'how-to-read-it.md': `
        - \`export.count\` is right, so the filter is not the trouble.
        - \`rss\` near \`limit\` and then \`signal=9\`: the worker was killed, the export itself did not fail.
        - \`export.parked\` after two attempts: **it waits forever and the customer sees "preparing"**. Restart it with
          \`export retry --large {id}\`; the large machine has 16 GB.
        - No \`export.parked\` within ten minutes: it is only slow, tell the customer how many rows there are.
      `,
    },
  },
];
