import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import styles from './HallMap.module.css';
import { hostile } from './hostile.ts';
import './map.css';
import plan from './plan.png';

const tagged = (tag: string, text: string) => `<${tag}>${text}</${tag}>`;
const place = (name: string) => L.divIcon({ html: tagged('b', name), className: styles.place, iconSize: [64, 24] });

/** A map with leaflet as published: a picture of the release, two places with texts, buttons. */
export default function HallMap() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const map = L.map(element.current, { crs: L.CRS.Simple, zoomAnimation: false, fadeAnimation: false });
    map.setView([50, 100], 1);
    L.imageOverlay(
      plan.src,
      [
        [0, 0],
        [100, 200],
      ],
      { attribution: `Plan: ${tagged('i', 'Ada')}` },
    ).addTo(map);
    L.control.scale().addTo(map);
    L.control.layers({}, { Grid: L.layerGroup() }, { collapsed: false }).addTo(map);
    L.marker([70, 50], { icon: place('Stage') })
      .bindPopup(tagged('em', 'Talks'))
      .addTo(map);
    L.marker([40, 150], { icon: place('Hall') })
      .bindPopup(hostile)
      .addTo(map);
    return () => {
      map.remove();
    };
  }, []);
  return <div ref={element} className={styles.map} data-map="" />;
}
