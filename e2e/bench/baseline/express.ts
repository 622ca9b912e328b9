import express, { type Express } from 'express';
import type { BaselineResponses } from './responses.ts';
import { writeResponse } from './write-response.ts';

/** The same on plain Express 5: the cost of the framework. */
export function bareExpress(answers: BaselineResponses): Express {
  const app = express();
  app.get('/v1/tickets/:id', (request, response) => {
    writeResponse(response, answers.ticket(request.params.id, request.get('If-None-Match')));
  });
  app.get('/v1/tickets', (request, response) => {
    writeResponse(response, answers.tickets(request.query, request.get('If-None-Match')));
  });
  app.post('/v1/tickets/:id/messages', express.json(), (request, response) => {
    writeResponse(response, answers.message(request.params.id, request.body));
  });
  return app;
}
