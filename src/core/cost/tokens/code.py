def late_parcels(parcels, today, allowed_days=2):
    """Those that are on their way for longer than is allowed, the oldest first."""
    late = []
    for parcel in parcels:
        if parcel.delivered_on is not None:
            continue
        days = (today - parcel.posted_on).days
        if days > allowed_days:
            late.append((days, parcel.number, f"{parcel.carrier.name}: {days - allowed_days} days late"))
    return [message for _, _, message in sorted(late, key=lambda item: -item[0])]
