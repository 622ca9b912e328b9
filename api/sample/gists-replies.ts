import type { SampleGist } from './sample-gist.ts';

/** Replies that agents paste, and the small files that go with them. */
export const replyGists: SampleGist[] = [
  {
    owner: 'mara',
    age: '210d',
    starredBy: ['mara', 'ines', 'jonas'],
    description: 'Reply: refund of a double charge',
    files: {
      'refund-double-charge.md': `
        Hi {name},

        you are right, and I am sorry: the second charge ({invoice}) was ours. The refund of **{amount}** is on its way and
        should reach your {card or account} within 3 to 5 working days.

        A credit note for your books follows by mail as soon as the refund has settled. You don't have to do anything.

        Best,
        {agent}
      `,
      'before-you-send.md': `
        - [ ] Two captures for **one** order in the ledger? If there are two orders, it is not a double charge.
        - [ ] Refund id noted on the ticket (\`re_…\`)
        - [ ] Over € 500.00: a second person has looked at it
        - [ ] Older than 120 days: the card route fails, ask for an IBAN
      `,
    },
  },
  {
    owner: 'ines',
    age: '160d',
    starredBy: ['ines', 'mara'],
    description: 'Reply: password reset mail lands in spam',
    files: {
      'reset-mail-in-spam.md': `
        Hi {name},

        our mails come from \`no-reply@mail.tallywright.example\` and are signed. When a server says "sender could not be
        verified", a forwarding rule or a filter in between has usually changed them.

        1. Please allow the sender domain \`mail.tallywright.example\`.
        2. If you forward mails to another address, forward them as attachments or let the people sign in with that address.
        3. The link is valid for 30 minutes and works once. Always use the newest mail.

        Until that is done you can set a password for a colleague yourself: *People › {person} › Set password*.
      `,
      'reset-mail-in-spam.pt.md': `
        Olá {nome},

        as nossas mensagens vêm de \`no-reply@mail.tallywright.example\` e são assinadas. Quando o servidor diz que o remetente
        não pôde ser verificado, foi quase sempre uma regra de reencaminhamento que as alterou.

        1. Autorize o domínio \`mail.tallywright.example\`.
        2. O link é válido durante 30 minutos e só funciona uma vez. Use sempre a mensagem mais recente.
      `,
    },
  },
  {
    owner: 'ines',
    age: '95d',
    starredBy: ['jonas'],
    description: 'Reply: moving a seat to another teammate',
    files: {
      'move-a-seat.md': `
        Hi {name},

        a seat belongs to the desk, not to a person, so there is nothing to buy:

        1. *People › {old} › Deactivate*. Everything they wrote stays under their name.
        2. *People › Invite* for {new}. The seat is free at once.

        For a handover you may have **one seat more for 14 days** without charge; tell me the day and I switch it on.
      `,
    },
  },
  {
    owner: 'ines',
    age: '120d',
    starredBy: ['ines', 'mara'],
    description: 'CSV templates: customers and articles, with what each column means',
    files: {
      'customers.csv': `
        number,name,email,phone,street,postcode,city,country,vat_number,language
        10001,Atelier Laurent,amelie@atelier-laurent.example,+33 1 55 50 12 34,12 rue des Tanneurs,69003,Lyon,FR,FR40303265045,fr
        10002,Studio Halvorsen,,+47 55 55 01 77,Strandgaten 40,5013,Bergen,NO,,nb
      `,
      'articles.csv': `
        number,name,unit,price,tax_percent,stock,minimum
        CANDLE-20,"Candle, 20 cm",piece,8.90,20,412,120
        WAX-SOY,Soy wax,kg,6.15,20,87.5,40
      `,
      'columns.md': `
        | Column | Must | Note |
        | --- | --- | --- |
        | \`number\` | yes | the key: a second import with the same number **overwrites all mapped columns** |
        | \`email\` | no | only if \`number\` is the key, else rows without it are skipped |
        | \`country\` | yes | two letters, decides on the tax |
        | \`price\` | yes | net, with a dot; one row per \`quantity_from\` for price steps |

        Save as UTF-8. If names arrive as \`KÃ¼che\`, the file was read as Windows-1252: import again with *Encoding: UTF-8*.
      `,
    },
  },
  {
    owner: 'mara',
    age: '44d',
    starredBy: ['mara'],
    public: false,
    description: 'My phrases for difficult moments',
    files: {
      'phrases.md': `
        - "I don't know yet. I will know by {time}, and I write to you then in any case."
        - "This was our mistake, and this is what we changed so that it does not happen again."
        - "I can't do that, and this is why. What I can do is …"
        - Never "as I said", "unfortunately" twice, or a question that the ticket already answers.
      `,
    },
  },
];
