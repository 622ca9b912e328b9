import type { SampleGist } from './sample-gist.ts';

/** Queries and snippets, for us and for the developers who write to us. */
export const codeGists: SampleGist[] = [
  {
    owner: 'jonas',
    age: '140d',
    starredBy: ['jonas', 'mara'],
    description: 'Webhooks: why retries overtake, and how to receive them',
    files: {
      'explanation.md': `
        A delivery that is not answered with 2xx within 10 s is tried again after 1, 5 and 30 minutes, then every 6 hours for
        two days. Newer events don't wait for it, so **the order of arrival is not the order of events**.

        - \`sequence\` grows per object: ignore what is not larger than the last one you stored.
        - \`id\` is the same for each retry: store it to do the work once.
        - Answer first, work later. A slow receiver looks like a failed one.
        - Payload version 1 has no \`sequence\`; switch under *Developers › Webhooks*.
      `,
      'receiver.ts': `
        import { createHmac, timingSafeEqual } from 'node:crypto';

        /** True when the body, as the bytes that arrived, was signed with our secret. */
        export function isGenuine(body: Buffer, signature: string, secret: string): boolean {
          const expected = createHmac('sha256', secret).update(body).digest();
          const given = Buffer.from(signature, 'hex');
          return given.length === expected.length && timingSafeEqual(given, expected);
        }

        /** Applies an event unless a newer one of the same order has been applied already. */
        export function apply(order: { sequence: number; status: string }, event: { sequence: number; status: string }) {
          if (event.sequence <= order.sequence) return;
          order.sequence = event.sequence;
          order.status = event.status;
        }
      `,
      'signature.py': `
        import hashlib, hmac

        def is_genuine(body: bytes, signature: str, secret: bytes) -> bool:
            """Check the raw bytes: parsing and dumping the JSON again changes them."""
            expected = hmac.new(secret, body, hashlib.sha256).hexdigest()
            return hmac.compare_digest(expected, signature)
      `,
    },
  },
  {
    owner: 'jonas',
    age: '88d',
    starredBy: ['mara'],
    description: 'Invoices: useful queries (read-only replica)',
    files: {
      'invoices.sql': `
        -- Two captures for one order: candidates for a refund.
        select order_id, count(*) as captures, sum(amount_cents) / 100.0 as total
        from payments
        where status = 'captured' and created_at > now() - interval '30 days'
        group by order_id
        having count(*) > 1
        order by total desc;

        -- Reversed twice in the margin report: paid, returned, credited.
        select i.desk_id, count(distinct i.id) as invoices
        from invoices i
        join ledger l on l.invoice_id = i.id and l.kind = 'reversal'
        where i.paid_at is not null
        group by i.desk_id
        having count(*) > count(distinct i.id);
      `,
      'gaps-in-numbers.sql': `
        -- Gaps in an invoice series: the tax office asks, we want to know first.
        select number + 1 as first_missing, next_number - 1 as last_missing
        from (
          select number, lead(number) over (order by number) as next_number
          from invoices
          where desk_id = :desk_id and series = :series
        ) as pairs
        where next_number > number + 1;
      `,
    },
  },
  {
    owner: 'jonas',
    age: '26d',
    starredBy: ['ines'],
    description: 'curl: is the token good, and how much of the limit is left?',
    files: {
      'who-am-i.sh': `
        #!/bin/sh
        # usage: TOKEN=… ./who-am-i.sh
        # 200 with a limit of 600: the token is fine. 401, or a limit of 60: it has expired or was never valid.
        set -eu
        curl --silent --show-error --output /dev/null --dump-header - \\
          --header "Authorization: Bearer $TOKEN" \\
          https://api.tallywright.example/v2/me \\
          | grep -iE '^(HTTP|X-Rate-Limit)'
      `,
    },
  },
  {
    owner: 'ines',
    age: '61d',
    starredBy: ['ines', 'jonas'],
    description: 'ZPL: a test label that shows cut edges',
    files: {
      'edges.zpl': `
        ^XA
        ^FX A frame one millimetre from the edge of A6 at 203 dpi, and a barcode in the corner that is cut first.
        ^FO8,8^GB824,1168,2^FS
        ^FO40,40^A0N,48,48^FDEdges visible on all four sides?^FS
        ^FO420,1000^BY2^BCN,100,Y,N,N^FDTW-TEST-1^FS
        ^XZ
      `,
      'send.sh': `
        #!/bin/sh
        # usage: ./send.sh PRINTER_ADDRESS < edges.zpl
        nc -w 3 "$1" 9100
      `,
      'reading-the-result.md': `
        - Right edge missing: the width is set to 100 mm. Printer menu *Media › Width* → 105 mm.
        - Bottom missing: *Actual size* is off in the print dialog, or the top margin is over 2 mm.
        - Text instead of a label: the driver sends pages. Choose *Direct to printer*, or the "Generic / Text" driver.
      `,
    },
  },
];
