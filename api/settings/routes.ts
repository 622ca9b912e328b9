import { getSettings, updateSettings } from '#contract';
import { mergeSettings } from '../database/settings.ts';
import { getActor } from '../http/actor.ts';
import type { Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { updateRoute } from '../http/serve-update.ts';
import { settingsResource } from './resource.ts';
import { updateSettingsRow } from './store.ts';

export const settingsRoutes = (apiPublicUrl: string): Route[] => {
  const resource = settingsResource(apiPublicUrl);
  return [
    itemRoute(getSettings, resource),
    updateRoute(
      updateSettings,
      resource,
      (writes, row, settings, context) => updateSettingsRow(writes, row, settings, getActor(context)),
      mergeSettings,
    ),
  ];
};
